// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the memory of a host: native blocks, each found by its addresses while it lives, and the IOMMU between them
 * and a device.
 */
package org.rpcrdma.rnic.memory;
