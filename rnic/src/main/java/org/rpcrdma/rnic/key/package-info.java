// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: memory keys.
 *
 * <p>Every memory access of a device uses a key. The {@link org.rpcrdma.rnic.key.KeyTable} finds the corresponding
 * {@link org.rpcrdma.rnic.key.MemoryKey}, which determines the range, the rights and the memory. In this package, a
 * protection domain is represented by a number; {@link org.rpcrdma.rnic.key.DomainUse} counts its objects.
 */
package org.rpcrdma.rnic.key;
