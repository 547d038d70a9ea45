// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The clock of a software RNIC, and its allocation-free event queue.
 *
 * @since 0.1.0
 */
package org.rpcrdma.rnic.time;
