// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Memory regions, memory windows and device memory, represented by their pointers.
 *
 * <p>Internal: only for this artifact's packages. May change at any time.
 */
package org.rpcrdma.ibverbs.region;
