/**
 * The settings of a site, put together from site.yaml; each feature reads its own part. Begin with {@code SiteFile}.
 */
@NullMarked
package dev.berth.server.settings;

import org.jspecify.annotations.NullMarked;
