// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

/** The figures of two strategies that answers are made of. */
record PairFigures(StrategyFigures baseline, StrategyFigures strategy) {}
