// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Discrete-event simulation: a virtual clock, an event queue without allocation, seeded randomness.
 *
 * @since 0.1.0
 */
package org.rpcrdma.sim;
