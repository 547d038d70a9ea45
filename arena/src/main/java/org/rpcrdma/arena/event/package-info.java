// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the events of an arena for JDK Flight Recorder. Knows nothing of arenas. Only for {@code
 * org.rpcrdma.arena}.
 */
package org.rpcrdma.arena.event;
