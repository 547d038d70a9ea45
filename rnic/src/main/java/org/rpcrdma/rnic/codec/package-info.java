// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Internal: converts packets to RoCEv2 datagrams and back. */
package org.rpcrdma.rnic.codec;
