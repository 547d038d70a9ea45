// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Internal: encodes packets as RoCEv2 datagrams and decodes such datagrams. */
package org.rpcrdma.rnic.codec;
