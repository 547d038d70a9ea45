// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The programs shown in the documentation: receivers, a server, and byte buffers that use the arena, the transport and
 * their devices.
 */
package org.rpcrdma.example;
