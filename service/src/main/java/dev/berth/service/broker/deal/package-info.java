/** What a deal is and how it changes: values only, which ask nobody and record nothing. */
@NullMarked
package dev.berth.service.broker.deal;

import org.jspecify.annotations.NullMarked;
