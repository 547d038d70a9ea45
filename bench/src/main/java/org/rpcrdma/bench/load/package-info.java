// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The loads that simulated clients put on a server: replayed captures, echo and store.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.load;
