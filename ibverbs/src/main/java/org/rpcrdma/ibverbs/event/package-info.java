// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The event loop, which uses {@code ppoll(2)} to wait for wakeups, timers, connection events, completion events and
 * asynchronous events.
 *
 * <p>Internal: only for this artifact's packages. May change at any time.
 */
package org.rpcrdma.ibverbs.event;
