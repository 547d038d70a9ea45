// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: a host's memory, which consists of native blocks indexed by address, and the IOMMU between this memory and
 * a device.
 */
package org.rpcrdma.rnic.memory;
