// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Work requests, which are staged in native memory in the form that the driver reads. A chain can also be posted with
 * function calls ({@code ibv_wr_start} to {@code ibv_wr_complete}), which post either the entire chain or nothing.
 *
 * <p>Internal: only for this artifact's packages. May change at any time.
 */
package org.rpcrdma.ibverbs.post;
