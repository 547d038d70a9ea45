// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Clocks for programs: {@link org.rpcrdma.verbs.time.ExecutorClock}, next to the clocks that event loops are.
 *
 * @since 0.1.0
 */
package org.rpcrdma.verbs.time;
