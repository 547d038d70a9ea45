/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
/**
 * A grid of comparisons: its points, a part of them a process, what came of them kept so that it outlives a kill, and the
 * results, as JSON, CSV and a page with plots. What a point is, and how it is run, only the command knows: settings
 * go in, JSON comes out.
 */
package org.rpcrdma.bench.sweep;
