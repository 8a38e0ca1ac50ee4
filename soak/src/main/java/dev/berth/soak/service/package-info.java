/** The service in a process of its own, under load, hostile requests and faults at the same time. */
@NullMarked
package dev.berth.soak.service;

import org.jspecify.annotations.NullMarked;
