// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

/**
 * A file that a client has opened.
 *
 * @param handle     the file handle.
 * @param state      the state id of the open.
 * @param delegation the state id of the read delegation, or null.
 */
record OpenFile(byte[] handle, byte[] state, byte[] delegation) {}
