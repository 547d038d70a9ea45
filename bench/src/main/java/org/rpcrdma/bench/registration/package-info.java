// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Replays the registrations of a capture through every design of the mkey cache: {@code rpcrdma frmr replay}.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.registration;
