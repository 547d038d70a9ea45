// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Work requests, staged in native memory in the form that the driver reads, and posting by calls ({@code ibv_wr_start}
 * to {@code ibv_wr_complete}), which posts either the whole chain or nothing.
 *
 * <p>Internal: for the packages of this artifact only. It may change at any time.
 */
package org.rpcrdma.ibverbs.post;
