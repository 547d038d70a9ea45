// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: contains the chunks that a call offers to its peer. Their memory is registered by fast-register regions,
 * memory windows or memory regions, depending on the device. Unless stated otherwise, use these classes on the client's
 * event loop only.
 */
package org.rpcrdma.transport.chunk;
