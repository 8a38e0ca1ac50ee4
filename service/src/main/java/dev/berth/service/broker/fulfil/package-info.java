/** Carries deals out and keeps them whole: holds, confirms and releases their parts, watches and replaces them. */
@NullMarked
package dev.berth.service.broker.fulfil;

import org.jspecify.annotations.NullMarked;
