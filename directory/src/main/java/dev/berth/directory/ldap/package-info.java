/** Sign-in with the password of a directory. */
@NullMarked
package dev.berth.directory.ldap;

import org.jspecify.annotations.NullMarked;
