/** Commands that run on reserved servers: started when their servers are handed out, and ended when their time is over. */
@NullMarked
package dev.berth.cli.run;

import org.jspecify.annotations.NullMarked;
