// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The loads that simulated clients generate: replayed captures, echo calls, and reads and writes of stored objects.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.load;
