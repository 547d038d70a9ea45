// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The event loop: {@code ppoll(2)} over wakeups, connection events, completion events and asynchronous events, with
 * timers.
 *
 * <p>Internal: for the packages of this artifact only. It may change at any time.
 */
package org.rpcrdma.ibverbs.event;
