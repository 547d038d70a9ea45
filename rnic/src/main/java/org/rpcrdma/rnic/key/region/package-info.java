// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: memory regions and windows.
 *
 * <p>{@link org.rpcrdma.rnic.key.region.Registrar} pins memory, acquires an mkey and programs it, in the same steps as
 * the kernel's mlx5 driver. Mkeys come from FRMR pools or from the older cache
 * ({@link org.rpcrdma.rnic.key.region.Registration}). The {@link org.rpcrdma.rnic.key.region.Firmware firmware} creates
 * and programs them. This package also contains fast-register regions and windows.
 */
package org.rpcrdma.rnic.key.region;
