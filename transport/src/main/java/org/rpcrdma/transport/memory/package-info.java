// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: an endpoint's own memory as its work requests use it: send buffers, and the payload memory of chunks,
 * mapped or registered as the device grants.
 */
package org.rpcrdma.transport.memory;
