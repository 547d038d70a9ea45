// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Replays the registrations of a capture with every design of the mkey cache, {@code rpcrdma frmr replay}, and
 * recommends settings for FRMR pools, {@code rpcrdma frmr advise}.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.registration;
