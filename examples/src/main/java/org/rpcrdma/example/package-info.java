// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The programs of the documentation: receivers, a server and byte buffers over the arena, the transport and their
 * devices.
 */
package org.rpcrdma.example;
