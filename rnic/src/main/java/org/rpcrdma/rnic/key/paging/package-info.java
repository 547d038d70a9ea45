// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: on-demand regions, whose pages the device obtains when it needs them.
 *
 * <p>{@link org.rpcrdma.rnic.key.paging.OnDemandPaging} handles page faults, and removes pages from the device when the
 * host removes them. {@link org.rpcrdma.rnic.key.paging.MemoryAdvice} prefetches pages.
 */
package org.rpcrdma.rnic.key.paging;
