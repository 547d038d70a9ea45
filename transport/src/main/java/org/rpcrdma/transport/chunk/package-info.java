// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal. The chunks that a call offers to its peer, and the registration of their memory by fast-register regions,
 * memory windows or memory regions, as the device allows. Unless stated otherwise, use these classes on the client's
 * event loop only.
 */
package org.rpcrdma.transport.chunk;
