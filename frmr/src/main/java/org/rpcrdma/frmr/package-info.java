// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * FRMR pools, which reuse registration handles instead of creating and destroying them each time.
 *
 * <p>{@link org.rpcrdma.frmr.FrmrPools} contains the pools of one device or one protection domain. A
 * {@link org.rpcrdma.frmr.FrmrDriver} creates and destroys the handles. {@link org.rpcrdma.frmr.FastRegisterDriver} is
 * the driver whose handles are fast-register regions. {@link org.rpcrdma.frmr.FrmrAdministration} exposes a device's
 * pools to external administration.
 *
 * @since 0.1.0
 */
package org.rpcrdma.frmr;
