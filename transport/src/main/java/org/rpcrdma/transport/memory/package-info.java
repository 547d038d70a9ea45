// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal. The memory that an endpoint allocates for its work requests: send buffers, and payload memory for chunks.
 * The memory is mapped or registered, as the device allows. Unless stated otherwise, use these classes on the event
 * loop only.
 */
package org.rpcrdma.transport.memory;
