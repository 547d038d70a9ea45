// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Clocks for programs that do not use an event loop as their clock: {@link org.rpcrdma.verbs.time.ExecutorClock}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.verbs.time;
