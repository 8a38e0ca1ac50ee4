/**
 * Plans for workflows bought as slots: what is advertised, the searches under way, and what was booked from them. Begin
 * with {@code Advertised}, {@code SearchOrder}, {@code Searches}, {@code ProvisionBookings} and {@code Provisions}.
 */
@NullMarked
package dev.berth.service.provision;

import org.jspecify.annotations.NullMarked;
