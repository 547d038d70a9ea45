// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: the chunks that a call offers to its peer, and the keys they are opened with: fast-register regions, memory
 * windows or memory regions, as the device grants.
 */
package org.rpcrdma.transport.chunk;
