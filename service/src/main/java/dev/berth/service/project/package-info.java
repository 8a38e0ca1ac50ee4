/** Projects: accounts that share quota, budget and reports. */
@NullMarked
package dev.berth.service.project;

import org.jspecify.annotations.NullMarked;
