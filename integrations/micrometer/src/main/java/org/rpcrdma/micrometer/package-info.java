// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Micrometer meters for a program's endpoints, arenas and pools: {@link org.rpcrdma.micrometer.ServerMeters servers},
 * {@link org.rpcrdma.micrometer.ClientMeters clients}, {@link org.rpcrdma.micrometer.ArenaMeters arenas} and
 * {@link org.rpcrdma.micrometer.FrmrMeters FRMR pools}. A registry reads the meters only when it publishes. Between
 * publications they cost nothing.
 */
package org.rpcrdma.micrometer;
