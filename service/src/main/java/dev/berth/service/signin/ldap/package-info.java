/** Sign-in with the password of a directory. */
@NullMarked
package dev.berth.service.signin.ldap;

import org.jspecify.annotations.NullMarked;
