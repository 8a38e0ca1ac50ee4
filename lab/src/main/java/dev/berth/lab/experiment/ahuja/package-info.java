/** ahuja's figures: its users and gridlets, its reservation module, runs by several orders, and its claims. */
@NullMarked
package dev.berth.lab.experiment.ahuja;

import org.jspecify.annotations.NullMarked;
