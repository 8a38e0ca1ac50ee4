/** Model Context Protocol: tools with which an assistant books for its user. Begin with {@link dev.berth.api.mcp.McpResource}. */
@NullMarked
package dev.berth.api.mcp;

import org.jspecify.annotations.NullMarked;
