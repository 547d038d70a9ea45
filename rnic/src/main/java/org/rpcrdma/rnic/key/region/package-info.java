// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: memory regions and windows.
 *
 * <p>{@link org.rpcrdma.rnic.key.region.Registrar} pins memory, takes an mkey and programs it, in the steps of the
 * kernel's mlx5 driver. Mkeys come out of FRMR pools or of the older cache ({@link
 * org.rpcrdma.rnic.key.region.Registration}); creating and programming them is the
 * {@link org.rpcrdma.rnic.key.region.Firmware firmware}'s. Fast-register regions and
 * windows are here, too.
 */
package org.rpcrdma.rnic.key.region;
