// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Replays a capture's registrations with every design of the mkey cache ({@code rpcrdma frmr replay}), and recommends
 * settings for FRMR pools ({@code rpcrdma frmr advise}).
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.registration;
