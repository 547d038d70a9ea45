// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** The command line: {@code rpcrdma decode} and its sisters, each a class named after its command. */
package org.rpcrdma.bench;
