// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Internal: the fields of connection-management datagrams, as captures and connection managers read and write them. */
package org.rpcrdma.mad;
