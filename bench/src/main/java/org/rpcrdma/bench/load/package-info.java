// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The loads that simulated clients put on a server: the replay of a capture, echo and store.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.load;
