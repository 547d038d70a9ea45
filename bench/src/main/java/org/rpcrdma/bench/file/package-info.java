// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/** Writing files so that nothing is lost, and saying in words why a file cannot be used. */
package org.rpcrdma.bench.file;
