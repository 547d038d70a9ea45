// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the arena's parts share and the JDK lacks: padding, handles of fields, failures that carry each other, and room
 * on the stack.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.arena.jvm;
