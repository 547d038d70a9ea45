// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Published measurements, repeated on simulated devices: what the cost model is calibrated by. */
package org.rpcrdma.bench.calibration;
