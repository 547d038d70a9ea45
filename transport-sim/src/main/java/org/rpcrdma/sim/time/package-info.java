// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Virtual time, which jumps from event to event, and seeded randomness.
 *
 * @since 0.1.0
 */
package org.rpcrdma.sim.time;
